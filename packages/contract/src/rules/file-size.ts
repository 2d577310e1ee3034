/** Sizes of files as people read them: in units of 1,024, as the limits are counted. */

const KB = 1_024
const MB = KB * KB
/** A file of a few bytes is no file of none. */
const LEAST = 0.1

const decimal = (value: number): string => value.toLocaleString('pt-BR', { maximumFractionDigits: 1 })

/** '3,4 MB' without its unit. `bytes`: of any size. */
export const megabytes = (bytes: number): string => decimal(bytes / MB)

/** '812,5 kB', '3,4 MB'. `bytes`: more than none. */
export const sizeText = (bytes: number): string =>
  bytes < MB ? `${decimal(Math.max(bytes / KB, LEAST))} kB` : `${megabytes(bytes)} MB`
