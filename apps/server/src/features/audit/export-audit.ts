import { TZDate } from '@date-fns/tz'
import { changesOf } from '@prosa/contract/rules/audit-changes'
import { actorName, deedOf } from '@prosa/contract/rules/audit-words'
import { deviceName } from '@prosa/contract/rules/device-name'
import { format } from 'date-fns/format'
import type { ExportSource } from '../exports/ports.ts'
import { listAudit, presentAct } from './list-audit.ts'

/** Number of rows read at once. */
const PAGE = 1_000

const HEADINGS = [
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

/** Export of the audit log: the columns of the page, its expanded details, and the position of each row in the chain. */
export const auditExport: ExportSource = {
  name: 'auditoria',
  headings: HEADINGS,
  page: async (tx, { tenantId, filter, until, timezone }, cursor) => {
    const to = filter.to && new Date(filter.to) < until ? filter.to : until.toISOString()
    const { rows, nextCursor } = await listAudit(tx, tenantId, { ...filter, to, limit: PAGE, cursor: cursor ?? undefined })
    const clock = (at: string | Date) => format(new TZDate(new Date(at).getTime(), timezone), 'dd/MM/yyyy HH:mm:ss')
    return {
      nextCursor,
      rows: rows.map((row) => {
        const act = presentAct(row)
        const changes = changesOf(act, clock)
        const cells = [
          clock(row.createdAt),
          actorName(act),
          deedOf(act),
          act.action,
          act.subject?.label ?? '',
          lines(changes.map(({ label, before }) => [label, before])),
          lines(changes.map(({ label, after }) => [label, after])),
          act.ip ?? '',
          act.user_agent ? deviceName(act.user_agent) : '',
          act.seq === null ? '' : String(act.seq),
          act.hash ?? '',
        ]
        return { cells, entity: act }
      }),
    }
  },
}

const lines = (fields: readonly (readonly [label: string, value: string | null])[]): string =>
  fields.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`])).join('\n')
