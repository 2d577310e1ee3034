/** The value that a part `q` (0 to 1) of the values do not exceed. */
export const quantile = (values: readonly number[], q: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** How often two things were done in turn, and what each time took, in milliseconds. */
export interface Pairs {
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/**
 * Does two things in turn, one request of each at a time, so that whatever slows the machine down slows both. Who goes first
 * changes each time. The first `warmUp` rounds are not kept.
 */
export const inTurn = async (
  rounds: number,
  ours: (round: number) => Promise<unknown>,
  theirs: (round: number) => Promise<unknown>,
  warmUp = Math.ceil(rounds / 5),
): Promise<Pairs> => {
  const found = { ours: [] as number[], theirs: [] as number[] }
  for (let round = -warmUp; round < rounds; round++) {
    const at = round + warmUp
    const both =
      at % 2 === 0
        ? [await timed(() => ours(at)), await timed(() => theirs(at))]
        : [await timed(() => theirs(at)), await timed(() => ours(at))].reverse()
    if (round < 0) continue
    found.ours.push(both[0] ?? Number.NaN)
    found.theirs.push(both[1] ?? Number.NaN)
  }
  return found
}

/** The same quantile of both, one by the other. */
export const ratio = ({ ours, theirs }: Pairs, q: number): number => quantile(ours, q) / quantile(theirs, q)

/** How often a value of the first is larger than one of the second, ties by half: 0.5 where nothing tells them apart. */
export const areaUnderCurve = (first: readonly number[], second: readonly number[]): number => {
  let larger = 0
  for (const a of first) for (const b of second) larger += a > b ? 1 : a === b ? 0.5 : 0
  return larger / (first.length * second.length)
}
