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
/** Maximum number of template pages to fetch, 100 templates each: Meta allows 6,000 templates. */
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

/** Parses one component of a template. Returns only the type if the format is unknown, and an empty list without a type. */
const parseComponent = (component: unknown): ProviderTemplate['components'] => {
  const parsed = templateComponent.safeParse(component).data ?? typedComponent.safeParse(component).data
  return parsed ? [parsed] : []
}

const toProviderTemplate = (template: z.infer<typeof templatesResponse>['data'][number]): ProviderTemplate => ({
  id: template.id,
  name: template.name,
  language: template.language,
  status: template.status,
  category: template.category ?? null,
  reason: template.rejected_reason ?? null,
  quality: template.quality_score?.score ?? null,
  components: template.components.flatMap(parseComponent),
})

const createdTemplate = z.object({ id: z.coerce.string(), status: z.string(), category: z.nullish(z.string()) })
const tokenApp = z.object({ data: z.object({ app_id: z.coerce.string() }) })
/** Schema of Meta's id of an upload. The characters are checked, because the id is inserted into a URL unchanged. */
const startedUpload = z.object({ id: z.string().check(z.regex(/^upload:[\w=:+-]+(\?[\w=&%.-]+)?$/)) })
const uploadOffset = z.object({ file_offset: z.coerce.number() })
const uploadHandle = z.object({ h: z.string() })

const toTemplateBody = ({ category, components, usesNamedParameters }: SubmittedTemplateContent) => ({
  category: category.toLowerCase(),
  parameter_format: usesNamedParameters ? 'named' : 'positional',
  components,
})

type TemplateCalls =
  | 'listTemplates'
  | 'createTemplate'
  | 'updateTemplate'
  | 'deleteTemplate'
  | 'startExampleUpload'
  | 'fetchExampleUploadOffset'
  | 'uploadExample'

export function createTemplateCalls(
  root: string,
  { timeoutMs, uploadMs }: Record<'timeoutMs' | 'uploadMs', number>,
): Pick<WhatsAppApi, TemplateCalls> {
  const callApi = (
    { token }: Pick<WhatsAppAccount, 'token'>,
    path: string,
    options: { body?: unknown; method?: 'POST' | 'DELETE' } = {},
  ) => callGraphApi(`${root}/${path}`, { token, timeoutMs, ...options })
  const getTemplatesPath = ({ wabaId }: WhatsAppAccount) => `${encodeURIComponent(wabaId)}/message_templates`
  /** Returns the header in which Meta's upload endpoints expect the access token. */
  const buildUploadHeaders = ({ token }: WhatsAppAccount) => ({ authorization: `OAuth ${token}` })

  return {
    listTemplates: async (account) => {
      const templates: ProviderTemplate[] = []
      let after: string | null = null
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = new URLSearchParams({ fields: TEMPLATE_FIELDS, limit: '100', ...(after ? { after } : {}) })
        const page = parseQueryResult(
          await callApi(account, `${getTemplatesPath(account)}?${query.toString()}`),
          (body) => templatesResponse.safeParse(body).data,
        )
        if (page.kind !== 'answered') return page
        templates.push(...page.value.data.map(toProviderTemplate))
        const { paging } = page.value
        after = paging?.next ? (paging.cursors?.after ?? null) : null
        if (!after) break
      }
      return { kind: 'answered', value: templates }
    },
    createTemplate: async (account, { name, language, ...rest }) =>
      parseQueryResult(
        await callApi(account, getTemplatesPath(account), { body: { name, language, ...toTemplateBody(rest) } }),
        (body) => {
          const created = createdTemplate.safeParse(body).data
          return created && { ...created, category: created.category ?? null }
        },
      ),
    updateTemplate: async (account, id, template) =>
      parseQueryResult(await callApi(account, encodeURIComponent(id), { body: toTemplateBody(template) }), () => null),
    deleteTemplate: async (account, { id, name }) => {
      // Without the id, the name would delete the templates of all languages.
      const query = new URLSearchParams({ hsm_id: id, name })
      return parseQueryResult(
        await callApi(account, `${getTemplatesPath(account)}?${query.toString()}`, { method: 'DELETE' }),
        () => null,
      )
    },
    startExampleUpload: async (account, { filename, size, mimeType }) => {
      const appResult = parseQueryResult(
        await callApi(account, `debug_token?input_token=${encodeURIComponent(account.token)}`),
        (body) => tokenApp.safeParse(body).data?.data.app_id,
      )
      if (appResult.kind !== 'answered') return appResult
      const query = new URLSearchParams({ file_name: filename, file_length: String(size), file_type: mimeType })
      return parseQueryResult(
        await callApi(account, `${encodeURIComponent(appResult.value)}/uploads?${query.toString()}`, { method: 'POST' }),
        (body) => startedUpload.safeParse(body).data?.id,
      )
    },
    fetchExampleUploadOffset: async (account, uploadId) =>
      parseQueryResult(
        await callGraphApi(`${root}/${uploadId}`, { token: null, timeoutMs, headers: buildUploadHeaders(account) }),
        (body) => uploadOffset.safeParse(body).data?.file_offset,
      ),
    uploadExample: async (account, uploadId, { bytes, offset }) =>
      parseQueryResult(
        await callGraphApi(`${root}/${uploadId}`, {
          token: null,
          timeoutMs: uploadMs,
          body: bytes,
          headers: { ...buildUploadHeaders(account), file_offset: String(offset), 'content-type': 'application/octet-stream' },
        }),
        (body) => uploadHandle.safeParse(body).data?.h,
      ),
  }
}
