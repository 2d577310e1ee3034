import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { dataExport, EXPORT_FORMATS, EXPORT_KINDS } from '../../entities/reports/export.ts'
import { id } from '../../fields.ts'
import { fileResponse, successWithData } from '../../responses.ts'
import { auditFilter } from '../organisation/audit.ts'

/** API endpoints for exports: files with large parts of the organisation's data (3-team.md, section 3). Prosa extension. */

/**
 * Starts an export in the background. The event `export_ready` reports its success or failure.
 * @throws 409 while another export of the same user is running
 */
export const startExport = defineCall({
  name: 'startExport',
  method: 'POST',
  path: '/exports',
  summary: 'Prepara um arquivo com dados da organização, que vale 24 horas e só para quem pediu.',
  body: z.object({ kind: z.enum(EXPORT_KINDS), format: z.enum(EXPORT_FORMATS), filter: z._default(auditFilter, {}) }),
  answer: successWithData(dataExport),
})

/** Returns the exports that the signed-in user requested in the last 24 hours, newest first. */
export const listExports = defineCall({
  name: 'listExports',
  method: 'GET',
  path: '/exports',
  summary: 'Os arquivos que a própria pessoa pediu nas últimas 24 horas.',
  answer: successWithData(z.object({ exports: z.array(dataExport) })),
})

/** Path of an export's file, relative to the API's base path. */
export const exportFilePath = '/exports/:id/file'

/**
 * Returns the file of a finished export.
 * @throws 404 unless the signed-in user requested this export
 */
export const downloadExport = defineCall({
  name: 'downloadExport',
  method: 'GET',
  path: exportFilePath,
  summary: 'O arquivo pronto, para baixar.',
  params: z.object({ id }),
  answer: fileResponse,
  produces: 'file',
})
