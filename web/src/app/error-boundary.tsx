import { Component, type ReactNode } from 'react'
import ErrorPage from '../routes/error.tsx'

type Props = { visit: number; children: ReactNode }
type State = { visit: number; broken: boolean }

/** Shows the error page in the place of a page that broke, until the next visit. Robots are shown nothing rather than an error. */
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
    if (!this.state.broken) return this.props.children
    return /bot|crawl|spider|slurp/i.test(navigator.userAgent) ? null : <ErrorPage />
  }
}
