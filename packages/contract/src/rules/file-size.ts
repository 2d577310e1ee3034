/** Formats file sizes in units of 1,024, like the limits. */

const KB = 1_024
const MB = KB * KB
/** Minimum in kB, so that a file of a few bytes is not displayed as 0. */
const LEAST = 0.1

const decimal = (value: number): string => value.toLocaleString('pt-BR', { maximumFractionDigits: 1 })

/** Returns a number of bytes in MB, without the unit: '3,4'. */
export const megabytes = (bytes: number): string => decimal(bytes / MB)

/** Returns the size of a file with its unit: '812,5 kB', '3,4 MB'. `bytes` is greater than 0. */
export const sizeText = (bytes: number): string =>
  bytes < MB ? `${decimal(Math.max(bytes / KB, LEAST))} kB` : `${megabytes(bytes)} MB`
