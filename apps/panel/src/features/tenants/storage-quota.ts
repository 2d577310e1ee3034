import { STORAGE_MAX_MB } from '@prosa/contract/calls/organisation/tenants'

const MB_PER_GB = 1024
const GB_PATTERN = /^\d{1,5}(?:[.,]\d{1,3})?$/

/** Formats a storage quota in GB: '10', '0,5'. Returns '' for null, which means the installation's default. `mb`: megabytes. */
export const formatQuotaGb = (mb: number | null): string =>
  mb === null ? '' : (mb / MB_PER_GB).toLocaleString('pt-BR', { useGrouping: false, maximumFractionDigits: 3 })

/** Parses a typed storage quota in GB and returns megabytes. Returns null for an empty text and undefined for an invalid one. */
export function parseQuotaGb(text: string): number | null | undefined {
  const input = text.trim()
  if (input === '') return null
  if (!GB_PATTERN.test(input)) return undefined
  const mb = Math.round(Number(input.replace(',', '.')) * MB_PER_GB)
  return mb >= 1 && mb <= STORAGE_MAX_MB ? mb : undefined
}
