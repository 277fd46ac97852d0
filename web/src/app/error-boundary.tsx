import { Component, type ReactNode } from 'react'
import ErrorPage from '../routes/error.tsx'

/** Shows the error page in the place of a page that broke, until the next visit. Robots are shown nothing rather than an error. */
export class ErrorBoundary extends Component<{ visit: number; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override componentDidUpdate(before: { visit: number }) {
    if (this.state.broken && before.visit !== this.props.visit) this.setState({ broken: false })
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return /bot|crawl|spider|slurp/i.test(navigator.userAgent) ? null : <ErrorPage />
  }
}
