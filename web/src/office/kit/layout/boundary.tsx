import { Component, type ReactNode } from 'react'

type Props = {
  /** Where one is: at another place the children are tried again. */
  at?: string
  /** Which errors are its matter; all of them, unless it says so. */
  catches?: (error: Error) => boolean
  /** Stands in the place of what broke; `reset` tries the children again. */
  renderBroken: (error: Error, reset: () => void) => ReactNode
  children: ReactNode
}
type State = { at: string | undefined; error: Error | null }

/** Keeps what is around it standing when a part breaks as it is drawn. */
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
