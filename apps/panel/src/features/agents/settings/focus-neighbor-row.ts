/**
 * Moves the focus after the row at index `at` was removed: to the remove button of the row now at this index, or of the last row, or to the
 * add button if no row is left.
 */
export function focusNeighborRow(container: HTMLElement | null, index: number): void {
  const remainingButtons = container?.querySelectorAll<HTMLElement>('li button') ?? []
  const neighbour =
    remainingButtons[Math.min(index, remainingButtons.length - 1)] ?? container?.querySelector<HTMLElement>(':scope > button')
  neighbour?.focus()
}
