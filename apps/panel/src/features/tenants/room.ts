import { STORAGE_MAX_MB } from '@prosa/contract/calls/tenants'

const MB_OF_GB = 1024
const NUMBER = /^\d{1,5}(?:[.,]\d{1,3})?$/

/** Formats a storage quota in GB: '10', '0,5'; empty for the installation's default. */
export const roomText = (mb: number | null): string =>
  mb === null ? '' : (mb / MB_OF_GB).toLocaleString('pt-BR', { useGrouping: false, maximumFractionDigits: 3 })

/** Parses a storage quota in GB and returns MB; null if empty, undefined if invalid. */
export function roomOf(text: string): number | null | undefined {
  const written = text.trim()
  if (written === '') return null
  if (!NUMBER.test(written)) return undefined
  const mb = Math.round(Number(written.replace(',', '.')) * MB_OF_GB)
  return mb >= 1 && mb <= STORAGE_MAX_MB ? mb : undefined
}
