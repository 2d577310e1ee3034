/** The part of React's fiber tree that shows which components a commit rendered. */
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
    /** Ids of the conversation list's rows rendered by React since the list was last cleared. */
    renderedRows: string[]
  }
}

/** Runs in the page before React. Replaces the hook of React's developer tools and records the rows rendered by each commit. */
export const installRenderCounter = (): void => {
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
      // With unchanged children, React did not render anything below.
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
