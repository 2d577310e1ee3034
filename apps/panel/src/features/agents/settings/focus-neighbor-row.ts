/**
 * Moves the focus after the row at index `at` was removed: to the remove button of the row now at this index, or of the last row, or to the
 * add button if no row is left.
 */
export function focusNeighborRow(box: HTMLElement | null, at: number): void {
  const left = box?.querySelectorAll<HTMLElement>('li button') ?? []
  const neighbour = left[Math.min(at, left.length - 1)] ?? box?.querySelector<HTMLElement>(':scope > button')
  neighbour?.focus()
}
