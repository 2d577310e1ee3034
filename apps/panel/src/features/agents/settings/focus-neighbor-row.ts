/**
 * Moves the focus after the row at `index` was removed. Focuses the remove button of the row now at this index, else of the last row, else
 * the add button.
 */
export function focusNeighborRow(container: HTMLElement | null, index: number): void {
  const remainingButtons = container?.querySelectorAll<HTMLElement>('li button') ?? []
  const neighbour =
    remainingButtons[Math.min(index, remainingButtons.length - 1)] ?? container?.querySelector<HTMLElement>(':scope > button')
  neighbour?.focus()
}
