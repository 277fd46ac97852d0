import { Component, type ReactNode } from 'react'
import { reloadOnce } from '../navigator/reload-once.ts'

type Props = { html: string; children: ReactNode }

/**
 * The outermost error boundary: shows the server's HTML, whose links work without a script. If another page has been
 * navigated to meanwhile, that one is loaded.
 */
export class LastResort extends Component<Props, { broken: boolean }> {
  readonly #address = location.pathname
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
    if (location.pathname !== this.#address) reloadOnce(location.href)
  }

  override render() {
    if (!this.state.broken) return this.props.children
    // oxlint-disable-next-line react/no-danger -- the server's own HTML
    return <div className="contents" dangerouslySetInnerHTML={{ __html: this.props.html }} />
  }
}
