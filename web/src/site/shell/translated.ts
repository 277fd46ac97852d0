/** What stands in the place of a text that the browser has translated. */
const standsFor = new WeakMap<Node, ChildNode>()
const isFont = (node: Node | null | undefined): node is HTMLElement => node?.nodeName === 'FONT'

/** Looks for texts that were taken out with a <font> in their place: that is how browsers translate. */
function look(records: MutationRecord[]) {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const [text] = removedNodes
    const font = [addedNodes[0], previousSibling, nextSibling].find(isFont)
    if (text instanceof Text && font) standsFor.set(text, font)
  }
}

/**
 * Lets a page be translated by the browser, as readers of Malay and Tamil have it done: React goes on with the texts that it
 * wrote, which are no longer in the page. Whatever it does with one of them is done where the translation stands; what
 * it writes anew takes its own place again, and the browser translates that.
 */
export function bearTranslation(): void {
  const changes = new MutationObserver(look)
  changes.observe(document.body, { childList: true, subtree: true })
  /** The child of `parent` in which the node stands, as itself or translated. */
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
