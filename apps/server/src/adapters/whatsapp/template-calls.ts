import { templateComponent } from '@prosa/contract/entities/whatsapp/template'
import * as z from 'zod/mini'
import type {
  ProviderTemplate,
  SubmittedTemplateContent,
  WhatsAppAccount,
  WhatsAppApi,
} from '../../platform/external-services/whatsapp-api.ts'
import { callGraphApi, parseQueryResult } from './graph-api.ts'

/** Fields to request from Meta for each template (docs/decisions/062). */

const TEMPLATE_FIELDS = 'id,name,language,status,category,quality_score,rejected_reason,components'
/** Maximum number of template pages to fetch, with 100 templates each. Enough for the 6,000 templates that Meta allows. */
const MAX_PAGES = 60

const templatesResponse = z.object({
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

const typedComponent = z.object({ type: z.string() })

/**
 * Parses one component of a template. For a component of an unknown format, returns only its type. Returns an empty list if the component
 * has no type.
 */
const parseComponent = (part: unknown): ProviderTemplate['components'] => {
  const known = templateComponent.safeParse(part).data ?? typedComponent.safeParse(part).data
  return known ? [known] : []
}

const toProviderTemplate = (said: z.infer<typeof templatesResponse>['data'][number]): ProviderTemplate => ({
  id: said.id,
  name: said.name,
  language: said.language,
  status: said.status,
  category: said.category ?? null,
  reason: said.rejected_reason ?? null,
  quality: said.quality_score?.score ?? null,
  components: said.components.flatMap(parseComponent),
})

const createdTemplate = z.object({ id: z.coerce.string(), status: z.string(), category: z.nullish(z.string()) })
const tokenApp = z.object({ data: z.object({ app_id: z.coerce.string() }) })
/**
 * Schema of Meta's id of an upload, which includes a signature. The characters of the id are checked, because it is inserted into a URL
 * unchanged.
 */
const startedUpload = z.object({ id: z.string().check(z.regex(/^upload:[\w=:+-]+(\?[\w=&%.-]+)?$/)) })
const uploadOffset = z.object({ file_offset: z.coerce.number() })
const uploadHandle = z.object({ h: z.string() })

const toTemplateBody = ({ category, parts, named }: SubmittedTemplateContent) => ({
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

export function createTemplateCalls(
  root: string,
  { timeoutMs, uploadMs }: Record<'timeoutMs' | 'uploadMs', number>,
): Pick<WhatsAppApi, TemplateCalls> {
  const ask = (
    { token }: Pick<WhatsAppAccount, 'token'>,
    path: string,
    more: { body?: unknown; method?: 'POST' | 'DELETE' } = {},
  ) => callGraphApi(`${root}/${path}`, { token, timeoutMs, ...more })
  const templatesOf = ({ wabaId }: WhatsAppAccount) => `${encodeURIComponent(wabaId)}/message_templates`
  /** Returns the authorization header for uploads, for which Meta requires another form of the token. */
  const asOwner = ({ token }: WhatsAppAccount) => ({ authorization: `OAuth ${token}` })

  return {
    listTemplates: async (account) => {
      const found: ProviderTemplate[] = []
      let after: string | null = null
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = new URLSearchParams({ fields: TEMPLATE_FIELDS, limit: '100', ...(after ? { after } : {}) })
        const said = parseQueryResult(
          await ask(account, `${templatesOf(account)}?${query.toString()}`),
          (body) => templatesResponse.safeParse(body).data,
        )
        if (said.kind !== 'answered') return said
        found.push(...said.value.data.map(toProviderTemplate))
        const { paging } = said.value
        after = paging?.next ? (paging.cursors?.after ?? null) : null
        if (!after) break
      }
      return { kind: 'answered', value: found }
    },
    createTemplate: async (account, { name, language, ...rest }) =>
      parseQueryResult(
        await ask(account, templatesOf(account), { body: { name, language, ...toTemplateBody(rest) } }),
        (body) => {
          const said = createdTemplate.safeParse(body).data
          return said && { ...said, category: said.category ?? null }
        },
      ),
    changeTemplate: async (account, id, template) =>
      parseQueryResult(await ask(account, encodeURIComponent(id), { body: toTemplateBody(template) }), () => null),
    deleteTemplate: async (account, { id, name }) => {
      // Sends the id too: the name alone would delete the templates of all languages.
      const query = new URLSearchParams({ hsm_id: id, name })
      return parseQueryResult(await ask(account, `${templatesOf(account)}?${query.toString()}`, { method: 'DELETE' }), () => null)
    },
    beginExample: async (account, { filename, size, mimeType }) => {
      const said = parseQueryResult(
        await ask(account, `debug_token?input_token=${encodeURIComponent(account.token)}`),
        (body) => tokenApp.safeParse(body).data?.data.app_id,
      )
      if (said.kind !== 'answered') return said
      const query = new URLSearchParams({ file_name: filename, file_length: String(size), file_type: mimeType })
      return parseQueryResult(
        await ask(account, `${encodeURIComponent(said.value)}/uploads?${query.toString()}`, { method: 'POST' }),
        (body) => startedUpload.safeParse(body).data?.id,
      )
    },
    exampleOffset: async (account, uploadId) =>
      parseQueryResult(
        await callGraphApi(`${root}/${uploadId}`, { token: null, timeoutMs, headers: asOwner(account) }),
        (body) => uploadOffset.safeParse(body).data?.file_offset,
      ),
    bringExample: async (account, uploadId, { bytes, offset: from }) =>
      parseQueryResult(
        await callGraphApi(`${root}/${uploadId}`, {
          token: null,
          timeoutMs: uploadMs,
          body: bytes,
          headers: { ...asOwner(account), file_offset: String(from), 'content-type': 'application/octet-stream' },
        }),
        (body) => uploadHandle.safeParse(body).data?.h,
      ),
  }
}
