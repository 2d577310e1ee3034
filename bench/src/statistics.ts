/** Returns the `q` quantile (0 to 1) of the values, or NaN if there are none. */
export const getQuantile = (values: readonly number[], q: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN
}

export const getMedian = (values: readonly number[]): number => getQuantile(values, 0.5)

/** Durations of two alternately measured actions in milliseconds. */
export interface PairedDurations {
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
}

const measureMs = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/**
 * Measures two actions alternately, so that other load on the machine affects both equally. Their order changes each round. The first
 * `warmUp` rounds are discarded.
 */
export const measureAlternately = async (
  rounds: number,
  ours: (round: number) => Promise<unknown>,
  theirs: (round: number) => Promise<unknown>,
  warmUp = Math.ceil(rounds / 5),
): Promise<PairedDurations> => {
  const found = { ours: [] as number[], theirs: [] as number[] }
  for (let round = -warmUp; round < rounds; round++) {
    const at = round + warmUp
    const both =
      at % 2 === 0
        ? [await measureMs(() => ours(at)), await measureMs(() => theirs(at))]
        : [await measureMs(() => theirs(at)), await measureMs(() => ours(at))].reverse()
    if (round < 0) continue
    found.ours.push(both[0] ?? Number.NaN)
    found.theirs.push(both[1] ?? Number.NaN)
  }
  return found
}

/** Returns the ratio of the same quantile of both actions. */
export const getQuantileRatio = ({ ours, theirs }: PairedDurations, q: number): number =>
  getQuantile(ours, q) / getQuantile(theirs, q)

/**
 * Returns the probability that a value of the first list is larger than one of the second; ties count half. 0.5 means that they are
 * indistinguishable.
 */
export const computeAreaUnderCurve = (first: readonly number[], second: readonly number[]): number => {
  let larger = 0
  for (const a of first) for (const b of second) larger += a > b ? 1 : a === b ? 0.5 : 0
  return larger / (first.length * second.length)
}
