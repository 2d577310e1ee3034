/** As much of React's tree as it takes to tell what a commit rendered. */
interface Fiber {
  readonly tag: number
  readonly flags: number
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly alternate: Fiber | null
  readonly stateNode: unknown
}

declare global {
  interface Window {
    /** Rows of the conversation list that React rendered since it was last emptied. */
    renderedRows: string[]
  }
}

/** Runs in the page before React: stands where React's developer tools would, and notes which rows each commit rendered. */
export const countRenders = (): void => {
  window.renderedRows = []
  const PERFORMED_WORK = 1
  const COMPONENTS = new Set([0, 11, 14, 15])
  const firstElement = (fiber: Fiber | null): HTMLElement | null => {
    if (!fiber) return null
    return fiber.stateNode instanceof HTMLElement ? fiber.stateNode : firstElement(fiber.child)
  }
  const visit = (fiber: Fiber | null): void => {
    for (let one = fiber; one; one = one.sibling) {
      const before = one.alternate
      if (COMPONENTS.has(one.tag) && (one.flags & PERFORMED_WORK) !== 0) {
        const row = firstElement(one.child)?.dataset['row']
        if (row) window.renderedRows.push(row)
      }
      // The same children as before: nothing below was looked at.
      if (!before || one.child !== before.child) visit(one.child)
    }
  }
  const hook = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: (_id: number, root: { current: Fiber }) => visit(root.current),
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    checkDCE: () => {},
  }
  Object.defineProperty(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', { value: hook })
}
