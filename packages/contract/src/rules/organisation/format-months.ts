const MONTHS_PER_YEAR = 12

/** Formats a number of months in Portuguese, as years if possible: '6 meses', '1 ano', '2 anos'. */
export function formatMonths(months: number): string {
  const isYears = months % MONTHS_PER_YEAR === 0
  const count = isYears ? months / MONTHS_PER_YEAR : months
  if (isYears) return count === 1 ? '1 ano' : `${count} anos`
  return count === 1 ? '1 mês' : `${count} meses`
}
