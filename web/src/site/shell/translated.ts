/** The element that replaced each translated text node. */
const standsFor = new WeakMap<Node, ChildNode>()
const isFont = (node: Node | null | undefined): node is HTMLElement => node?.nodeName === 'FONT'

/** Detects text nodes that were replaced by a <font>: that is how browsers translate. */
function look(records: MutationRecord[]) {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const [text] = removedNodes
    const font = [addedNodes[0], previousSibling, nextSibling].find(isFont)
    if (text instanceof Text && font) standsFor.set(text, font)
  }
}

/**
 * Makes React work on a page translated by the browser, used for example by readers of Malay and Tamil: React updates
 * text nodes that are no longer in the page. DOM operations on such a node are applied to its translation; new text
 * takes its original place, and the browser translates it again.
 */
export function bearTranslation(): void {
  const changes = new MutationObserver(look)
  changes.observe(document.body, { childList: true, subtree: true })
  /** The child of `parent` for a node: the node itself, or its translation. */
  const placeIn = (parent: Node, node: Node | null) => {
    look(changes.takeRecords())
    let at = node && !node.isConnected ? (standsFor.get(node) ?? node) : node
    while (at && at.parentNode !== parent) at = at.parentNode
    return at
  }
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <N extends Node>(this: Node, node: N, before: Node | null): N {
    return insertBefore.call(this, node, placeIn(this, before)) as N
  }
  Node.prototype.removeChild = function <N extends Node>(this: Node, child: N): N {
    const at = placeIn(this, child)
    if (at) removeChild.call(this, at)
    return child
  }
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      look(changes.takeRecords())
      if (!this.isConnected) standsFor.get(this)?.replaceWith(this)
      value?.set?.call(this, text)
    },
  })
}
