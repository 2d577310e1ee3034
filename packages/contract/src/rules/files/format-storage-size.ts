import { formatMegabytes } from './file-size.ts'

const GB = 1_024 ** 3

/** Formats an amount of storage in GB or MB: '8,1 GB', '0,7 MB'. */
export const formatStorageSize = (bytes: number): string =>
  bytes >= GB ? `${(bytes / GB).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} GB` : `${formatMegabytes(bytes)} MB`
