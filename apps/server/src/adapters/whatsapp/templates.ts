import { templateComponent } from '@prosa/contract/entities/template'
import * as z from 'zod/mini'
import type { ProviderTemplate, TemplateWording, WhatsAppAccount, WhatsAppApi } from '../../kernel/whatsapp.ts'
import { read, request } from './request.ts'

/** Fields of a template to request from Meta (docs/decisions/062). */

const FIELDS = 'id,name,language,status,category,quality_score,rejected_reason,components'
/** Maximum number of pages of 100 templates, enough for the 6,000 that Meta allows. */
const PAGES_MAX = 60

const answer = z.object({
  data: z.array(
    z.object({
      id: z.coerce.string(),
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.nullish(z.string()),
      rejected_reason: z.nullish(z.string()),
      quality_score: z.nullish(z.object({ score: z.nullish(z.string()) })),
      components: z.array(z.unknown()),
    }),
  ),
  paging: z.nullish(z.object({ cursors: z.nullish(z.object({ after: z.nullish(z.string()) })), next: z.nullish(z.string()) })),
})

const typed = z.object({ type: z.string() })

/** Parses a component; of an unknown one only the type is returned. Returns an empty list without a type. */
const componentOf = (part: unknown): ProviderTemplate['components'] => {
  const known = templateComponent.safeParse(part).data ?? typed.safeParse(part).data
  return known ? [known] : []
}

const templateOf = (said: z.infer<typeof answer>['data'][number]): ProviderTemplate => ({
  id: said.id,
  name: said.name,
  language: said.language,
  status: said.status,
  category: said.category ?? null,
  reason: said.rejected_reason ?? null,
  quality: said.quality_score?.score ?? null,
  components: said.components.flatMap(componentOf),
})

const created = z.object({ id: z.coerce.string(), status: z.string(), category: z.nullish(z.string()) })
const app = z.object({ data: z.object({ app_id: z.coerce.string() }) })
/** Meta's id of an upload, including its signature. It is inserted into a URL unchanged, so its characters are checked. */
const begun = z.object({ id: z.string().check(z.regex(/^upload:[\w=:+-]+(\?[\w=&%.-]+)?$/)) })
const offset = z.object({ file_offset: z.coerce.number() })
const handle = z.object({ h: z.string() })

const wording = ({ category, parts, named }: TemplateWording) => ({
  category: category.toLowerCase(),
  parameter_format: named ? 'named' : 'positional',
  components: parts,
})

type TemplateCalls =
  | 'listTemplates'
  | 'createTemplate'
  | 'changeTemplate'
  | 'deleteTemplate'
  | 'beginExample'
  | 'exampleOffset'
  | 'bringExample'

export function templateCalls(
  root: string,
  { timeoutMs, uploadMs }: Record<'timeoutMs' | 'uploadMs', number>,
): Pick<WhatsAppApi, TemplateCalls> {
  const ask = (
    { token }: Pick<WhatsAppAccount, 'token'>,
    path: string,
    more: { body?: unknown; method?: 'POST' | 'DELETE' } = {},
  ) => request(`${root}/${path}`, { token, timeoutMs, ...more })
  const templatesOf = ({ wabaId }: WhatsAppAccount) => `${encodeURIComponent(wabaId)}/message_templates`
  /** For uploads, Meta requires this form of the token. */
  const asOwner = ({ token }: WhatsAppAccount) => ({ authorization: `OAuth ${token}` })

  return {
    listTemplates: async (account) => {
      const found: ProviderTemplate[] = []
      let after: string | null = null
      for (let page = 0; page < PAGES_MAX; page++) {
        const query = new URLSearchParams({ fields: FIELDS, limit: '100', ...(after ? { after } : {}) })
        const said = read(
          await ask(account, `${templatesOf(account)}?${query.toString()}`),
          (body) => answer.safeParse(body).data,
        )
        if (said.kind !== 'answered') return said
        found.push(...said.value.data.map(templateOf))
        const { paging } = said.value
        after = paging?.next ? (paging.cursors?.after ?? null) : null
        if (!after) break
      }
      return { kind: 'answered', value: found }
    },
    createTemplate: async (account, { name, language, ...rest }) =>
      read(await ask(account, templatesOf(account), { body: { name, language, ...wording(rest) } }), (body) => {
        const said = created.safeParse(body).data
        return said && { ...said, category: said.category ?? null }
      }),
    changeTemplate: async (account, id, template) =>
      read(await ask(account, encodeURIComponent(id), { body: wording(template) }), () => null),
    deleteTemplate: async (account, { id, name }) => {
      // The name alone would delete the templates of all languages.
      const query = new URLSearchParams({ hsm_id: id, name })
      return read(await ask(account, `${templatesOf(account)}?${query.toString()}`, { method: 'DELETE' }), () => null)
    },
    beginExample: async (account, { filename, size, mimeType }) => {
      const said = read(
        await ask(account, `debug_token?input_token=${encodeURIComponent(account.token)}`),
        (body) => app.safeParse(body).data?.data.app_id,
      )
      if (said.kind !== 'answered') return said
      const query = new URLSearchParams({ file_name: filename, file_length: String(size), file_type: mimeType })
      return read(
        await ask(account, `${encodeURIComponent(said.value)}/uploads?${query.toString()}`, { method: 'POST' }),
        (body) => begun.safeParse(body).data?.id,
      )
    },
    exampleOffset: async (account, uploadId) =>
      read(
        await request(`${root}/${uploadId}`, { token: null, timeoutMs, headers: asOwner(account) }),
        (body) => offset.safeParse(body).data?.file_offset,
      ),
    bringExample: async (account, uploadId, { bytes, offset: from }) =>
      read(
        await request(`${root}/${uploadId}`, {
          token: null,
          timeoutMs: uploadMs,
          body: bytes,
          headers: { ...asOwner(account), file_offset: String(from), 'content-type': 'application/octet-stream' },
        }),
        (body) => handle.safeParse(body).data?.h,
      ),
  }
}
