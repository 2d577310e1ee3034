const MONTHS_OF_A_YEAR = 12

/** Formats a number of months: '6 meses', '1 ano', '2 anos'. */
export function monthsText(months: number): string {
  const isYears = months % MONTHS_OF_A_YEAR === 0
  const count = isYears ? months / MONTHS_OF_A_YEAR : months
  if (isYears) return count === 1 ? '1 ano' : `${count} anos`
  return count === 1 ? '1 mês' : `${count} meses`
}
