/** After a row was removed, focuses the remove button of the next row, or of the last one, or the add button if no row is left. */
export function focusNeighborRow(box: HTMLElement | null, at: number): void {
  const left = box?.querySelectorAll<HTMLElement>('li button') ?? []
  const neighbour = left[Math.min(at, left.length - 1)] ?? box?.querySelector<HTMLElement>(':scope > button')
  neighbour?.focus()
}
