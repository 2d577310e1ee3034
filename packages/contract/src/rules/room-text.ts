import { megabytes } from './file-size.ts'

const GB = 1_024 ** 3

/** Room for files as people read it: '8,1 GB', '0,7 MB'. */
export const roomText = (bytes: number): string =>
  bytes >= GB ? `${(bytes / GB).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} GB` : `${megabytes(bytes)} MB`
