import { Component, type ReactNode } from 'react'
import ErrorPage from '../../routes/error.tsx'
import { ServerPage } from './server-page.tsx'

type Props = {
  /** Counts navigations: the next page is rendered again. */
  navigations: number
  /** The server's HTML for these children, on the page that was loaded. */
  serverHtml?: string
  children: ReactNode
}
type State = { navigations: number; broken: boolean }

/**
 * An error boundary: if rendering fails after hydration, the server's HTML is shown instead, readable by people and
 * bots. For a page reached by navigation, which has no server HTML, the error page is shown.
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
