import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { dataExport, EXPORT_FORMATS, EXPORT_KINDS } from '../../entities/reports/export.ts'
import { id } from '../../fields.ts'
import { fileResponse, successWithData } from '../../responses.ts'
import { auditFilter } from '../organisation/audit.ts'

/** Calls for exports, which are files with much of the organisation's data (3-team.md, section 3). Ours. */

/**
 * Starts an export in the background; the event `export_ready` reports its end. Returns 409 while another export of the same user is
 * running.
 */
export const startExport = defineCall({
  name: 'startExport',
  method: 'POST',
  path: '/exports',
  summary: 'Prepara um arquivo com dados da organização, que vale 24 horas e só para quem pediu.',
  body: z.object({ kind: z.enum(EXPORT_KINDS), format: z.enum(EXPORT_FORMATS), filter: z._default(auditFilter, {}) }),
  answer: successWithData(dataExport),
})

/** Returns the user's exports, newest first. */
export const listExports = defineCall({
  name: 'listExports',
  method: 'GET',
  path: '/exports',
  summary: 'Os arquivos que a própria pessoa pediu nas últimas 24 horas.',
  answer: successWithData(z.object({ exports: z.array(dataExport) })),
})

/** Path of an export's file, relative to the API base. */
export const exportFilePath = '/exports/:id/file'

/** Returns 404 for every user except the one who requested the export. */
export const downloadExport = defineCall({
  name: 'downloadExport',
  method: 'GET',
  path: exportFilePath,
  summary: 'O arquivo pronto, para baixar.',
  params: z.object({ id }),
  answer: fileResponse,
  produces: 'file',
})
