import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { tenant } from '../../entities/organisation/tenant.ts'
import { id, listQuery, nameText, queryFlag, searchText } from '../../fields.ts'
import { paginationFields, successWithData, successWithOptionalData } from '../../responses.ts'

const includeSummaryQuery = z.strictObject({ includeSummary: z.optional(queryFlag) })
export const tenantName = nameText(100).check(z.minLength(2, 'Digite o nome, com pelo menos 2 letras.'))
export const tenantDomain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/, 'Domínio inválido.'),
    z.maxLength(253),
  )

/** Maximum storage quota of an organisation in MB: ten terabytes. */
export const STORAGE_MAX_MB = 10 * 1024 * 1024

export const listTenants = defineCall({
  name: 'listTenants',
  method: 'GET',
  path: '/tenants',
  summary: 'Organizações: todas para a equipe da plataforma, a própria para as demais.',
  query: z.strictObject({
    ...listQuery,
    active: z.optional(queryFlag),
    domain: z.optional(searchText),
    sortBy: z.optional(z.string().check(z.regex(/^(created_at|name|domain|active|summary\.[a-zA-Z]{1,40})$/))),
    includeSummary: z.optional(queryFlag),
  }),
  answer: successWithData(z.union([z.array(tenant), z.object({ tenants: z.array(tenant), ...paginationFields })])),
})

export const getTenant = defineCall({
  name: 'getTenant',
  method: 'GET',
  path: '/tenants/:id',
  summary: 'Uma organização.',
  params: z.object({ id }),
  query: includeSummaryQuery,
  answer: successWithData(tenant),
})

export const getTenantByDomain = defineCall({
  name: 'getTenantByDomain',
  method: 'GET',
  path: '/tenants/domain/:domain',
  summary: 'Uma organização pelo domínio.',
  params: z.object({ domain: searchText }),
  query: includeSummaryQuery,
  answer: successWithData(tenant),
})

export const createTenant = defineCall({
  name: 'createTenant',
  method: 'POST',
  path: '/tenants',
  summary: 'Cria uma organização (equipe da plataforma).',
  body: z.object({ name: tenantName, domain: tenantDomain }),
  answer: successWithOptionalData(tenant),
})

export const updateTenant = defineCall({
  name: 'updateTenant',
  method: 'PUT',
  path: '/tenants/:id',
  summary: 'Renomeia, liga ou desliga uma organização, e diz quanto espaço de arquivos ela tem (equipe da plataforma).',
  params: z.object({ id }),
  body: z.object({
    name: z.optional(tenantName),
    domain: z.optional(tenantDomain),
    active: z.optional(z.boolean()),
    storage_mb: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(STORAGE_MAX_MB)))),
  }),
  answer: successWithOptionalData(tenant),
})
