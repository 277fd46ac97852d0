import { Component, type ReactNode } from 'react'

type Props = {
  /** The current location: when it changes, the children are rendered again. */
  at?: string
  /** Which errors it handles; all by default. */
  catches?: (error: Error) => boolean
  /** Rendered instead of the children after an error; `reset` renders them again. */
  renderBroken: (error: Error, reset: () => void) => ReactNode
  children: ReactNode
}
type State = { at: string | undefined; error: Error | null }

/** An error boundary: keeps the surroundings when a part throws during rendering. */
export class Boundary extends Component<Props, State> {
  override state: State = { at: this.props.at, error: null }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.at === state.at ? null : { at: props.at, error: null }
  }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (this.props.catches?.(error) === false) throw error
    return this.props.renderBroken(error, () => this.setState({ error: null }))
  }
}
