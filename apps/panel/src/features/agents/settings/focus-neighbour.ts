/** After a line of a list has gone, the next one's button to remove it has the focus, or the last one's; with none left, what adds a line. */
export function focusNeighbour(box: HTMLElement | null, at: number): void {
  const left = box?.querySelectorAll<HTMLElement>('li button') ?? []
  const neighbour = left[Math.min(at, left.length - 1)] ?? box?.querySelector<HTMLElement>(':scope > button')
  neighbour?.focus()
}
