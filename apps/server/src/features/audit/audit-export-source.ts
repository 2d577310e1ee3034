import { TZDate } from '@date-fns/tz'
import { formatDeviceName } from '@prosa/contract/rules/accounts/device-name'
import { formatAuditChanges } from '@prosa/contract/rules/organisation/audit-changes'
import { formatAuditAction, getActorName } from '@prosa/contract/rules/organisation/audit-texts'
import { format } from 'date-fns/format'
import type { ExportSource } from '../exports/ports.ts'
import { listAuditEntries, presentAuditEntry } from './list-audit-entries.ts'

const PAGE_SIZE = 1_000

const COLUMN_HEADINGS = [
  'Quando',
  'Quem',
  'O que fez',
  'Ação',
  'Sobre',
  'Antes',
  'Depois',
  'Endereço',
  'Aparelho',
  'Registro',
  'Assinatura',
] as const

/**
 * Source of the rows for an export of the audit log. The columns are those of the audit page in the panel, plus details and the position in
 * the hash chain.
 */
export const auditExportSource: ExportSource = {
  name: 'auditoria',
  headings: COLUMN_HEADINGS,
  fetchPage: async (tx, { tenantId, filter, until, timezone }, cursor) => {
    const to = filter.to && new Date(filter.to) < until ? filter.to : until.toISOString()
    const { rows, nextCursor } = await listAuditEntries(tx, tenantId, {
      ...filter,
      to,
      limit: PAGE_SIZE,
      cursor: cursor ?? undefined,
    })
    const formatTime = (time: string | Date) => format(new TZDate(new Date(time).getTime(), timezone), 'dd/MM/yyyy HH:mm:ss')
    return {
      nextCursor,
      rows: rows.map((row) => {
        const entry = presentAuditEntry(row)
        const changes = formatAuditChanges(entry, formatTime)
        const cells = [
          formatTime(row.createdAt),
          getActorName(entry),
          formatAuditAction(entry),
          entry.action,
          entry.subject?.label ?? '',
          formatLines(changes.map(({ label, before }) => [label, before])),
          formatLines(changes.map(({ label, after }) => [label, after])),
          entry.ip ?? '',
          entry.user_agent ? formatDeviceName(entry.user_agent) : '',
          entry.seq === null ? '' : String(entry.seq),
          entry.hash ?? '',
        ]
        return { cells, entity: entry }
      }),
    }
  },
}

const formatLines = (fields: readonly (readonly [label: string, value: string | null])[]): string =>
  fields.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`])).join('\n')
