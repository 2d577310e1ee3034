/** Formatting of file sizes in units of 1,024 bytes, the same units as in the size limits. */

const KB = 1_024
const MB = KB * KB
/** Minimum displayed size in kB, so that a small file is not shown as 0. */
const MIN_DISPLAYED_KB = 0.1

const formatDecimal = (value: number): string => value.toLocaleString('pt-BR', { maximumFractionDigits: 1 })

/** Formats a number of bytes in MB, without the unit: '3,4'. */
export const formatMegabytes = (bytes: number): string => formatDecimal(bytes / MB)

/** Formats a file size with its unit: '812,5 kB', '3,4 MB'. `bytes` must be greater than 0. */
export const formatFileSize = (bytes: number): string =>
  bytes < MB ? `${formatDecimal(Math.max(bytes / KB, MIN_DISPLAYED_KB))} kB` : `${formatMegabytes(bytes)} MB`
