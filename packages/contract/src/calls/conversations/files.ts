import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { file, fileAnnouncement, fileKind } from '../../entities/files/file.ts'
import { leadFile } from '../../entities/files/lead-file.ts'
import { storage } from '../../entities/files/storage.ts'
import { cursorQuery, filePartNumber, id, listQuery } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'

/**
 * API endpoints for uploading files to send in messages (1-whatsapp.md, section 3). Only the user who announced a file can access it
 * through them. Prosa extension.
 */

const params = z.object({ id })

/**
 * Announces a file before its upload. If the team has already sent the same content, the file is `stored` at once and no upload is needed.
 * Otherwise `missing` in the response lists all parts.
 */
export const createFile = defineCall({
  name: 'createFile',
  method: 'POST',
  path: '/files',
  summary: 'Anuncia um arquivo a enviar; diz quais partes faltam, ou nenhuma, quando o conteúdo já está aqui.',
  body: fileAnnouncement,
  answer: successWithData(file),
})

/**
 * Uploads part `n` of a file as bytes (`application/octet-stream`). Parts can be sent in any order and repeated. After the last missing
 * part, the server checks the content and changes the file's state to `stored` or `refused`.
 */
export const putFilePart = defineCall({
  name: 'putFilePart',
  method: 'PUT',
  path: '/files/:id/parts/:n',
  summary: 'Uma parte do arquivo, em bytes; pode ser repetida, e vir em qualquer ordem.',
  params: z.object({ id, n: filePartNumber }),
  answer: successWithData(file),
})

export const getFile = defineCall({
  name: 'getFile',
  method: 'GET',
  path: '/files/:id',
  summary: 'Um arquivo que a própria pessoa anunciou, e o que falta dele.',
  params,
  answer: successWithData(file),
})

/** Returns the files in a lead's conversations and imported history, newest first, without stickers. `limit` is 30 by default. */
export const listLeadFiles = defineCall({
  name: 'listLeadFiles',
  method: 'GET',
  path: '/leads/:id/files',
  summary: 'Arquivos trocados com um lead, do mais recente para o mais antigo.',
  params,
  query: z.strictObject({ kind: z.optional(fileKind), limit: listQuery.limit, ...cursorQuery }),
  answer: successWithData(z.object({ files: z.array(leadFile), nextCursor: z.nullish(z.string()) })),
})

/** Deletes a file that was uploaded but not sent. Has no effect on a file that belongs to a message. */
export const deleteFile = defineCall({
  name: 'deleteFile',
  method: 'DELETE',
  path: '/files/:id',
  summary: 'Desiste de um arquivo que ainda não foi enviado.',
  params,
  answer: successWithoutData,
})

export const getStorage = defineCall({
  name: 'getStorage',
  method: 'GET',
  path: '/storage',
  summary: 'Quanto espaço os arquivos da organização ocupam, e quanto podem ocupar.',
  answer: successWithData(storage),
})
