import { Component, type ReactNode } from 'react'
import ErrorPage from '../routes/error.tsx'
import { ServerPage } from './server-page.tsx'

type Props = {
  /** Counts navigations: the next visit is tried again. */
  visit: number
  /** What the server has made of the place of these children, on the page that was loaded. */
  standing?: string
  children: ReactNode
}
type State = { visit: number; broken: boolean }

/**
 * What breaks after the server's page has been taken over leaves that page standing: it can be read, by people and
 * robots. A page that came by navigation, of which the server has made nothing, gives its place to the error page.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state = { visit: this.props.visit, broken: false }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.visit === state.visit ? null : { visit: props.visit, broken: false }
  }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    const { visit, standing, children } = this.props
    if (!this.state.broken) return children
    return visit === 0 && standing ? <ServerPage html={standing} /> : <ErrorPage />
  }
}
