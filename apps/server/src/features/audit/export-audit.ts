import { TZDate } from '@date-fns/tz'
import type { AuditFields } from '@prosa/contract/entities/audit'
import { actorName, deedOf } from '@prosa/contract/rules/audit-words'
import { deviceName } from '@prosa/contract/rules/device-name'
import { format } from 'date-fns/format'
import type { ExportSource } from '../exports/ports.ts'
import { listAudit, presentAct } from './list-audit.ts'

/** Acts of one reading. */
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

/** The audit as a file: as the page shows it, with what the page unfolds and the place of each act in the chain. */
export const auditExport: ExportSource = {
  name: 'auditoria',
  headings: HEADINGS,
  page: async (tx, { tenantId, filter, until, timezone }, cursor) => {
    const to = filter.to && new Date(filter.to) < until ? filter.to : until.toISOString()
    const { rows, nextCursor } = await listAudit(tx, tenantId, { ...filter, to, limit: PAGE, cursor: cursor ?? undefined })
    return {
      nextCursor,
      rows: rows.map((row) => {
        const act = presentAct(row)
        const cells = [
          format(new TZDate(row.createdAt.getTime(), timezone), 'dd/MM/yyyy HH:mm:ss'),
          actorName(act),
          deedOf(act),
          act.action,
          act.subject?.label ?? '',
          fieldsOf(act.before),
          fieldsOf(act.after),
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

const fieldsOf = (fields: AuditFields | undefined): string =>
  Object.entries(fields ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
