import { Component, type ReactNode } from 'react'
import ErrorPage from '../../routes/error.tsx'
import { ServerPage } from './server-page.tsx'

type Props = {
  /** Counts navigations: the next page is tried again. */
  navigations: number
  /** What the server has made of the place of these children, on the page that was loaded. */
  serverHtml?: string
  children: ReactNode
}
type State = { navigations: number; broken: boolean }

/**
 * What breaks after the server's page has been taken over leaves that page standing: it can be read, by people and
 * robots. A page that came by navigation, of which the server has made nothing, gives its place to the error page.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state = { navigations: this.props.navigations, broken: false }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.navigations === state.navigations ? null : { navigations: props.navigations, broken: false }
  }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    const { navigations, serverHtml, children } = this.props
    if (!this.state.broken) return children
    return navigations === 0 && serverHtml ? <ServerPage html={serverHtml} /> : <ErrorPage />
  }
}
