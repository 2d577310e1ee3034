import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { sendMetaError, sendMetaResponse, sendMetaTemplateError } from './meta-responses.ts'

/** A template as Meta stores it. A template without an id gets one when it is first listed. */
export interface MetaTemplate {
  id?: string
  name: string
  language: string
  status: string
  category: string
  components: TemplatePart[]
  rejected_reason?: string
  quality_score?: { score: string }
}

interface TemplatePart {
  type: string
  format?: string
  text?: string
  example?: Record<string, unknown>
  buttons?: { type: string; text?: string; url?: string; example?: unknown }[]
}

/** The part of the double's state that templates use. */
interface TemplateState {
  templates: MetaTemplate[]
  refusals: Map<string, number>
  /** Handles of completed example uploads. */
  handles: Set<string>
  cut: (what: string) => boolean | Promise<boolean>
  /** Subcode with which the next template is refused; null: Meta's rules apply. */
  refuseNext: number | null
}

/** Larger than JavaScript's safe integers, because Meta's ids may become so. */
const FIRST_TEMPLATE_ID = 9_007_199_254_740_993n
const MAX_PAGE_SIZE = 2
const MAX_BODY_CHARS = 1_024
const MEDIA_HEADER_FORMATS = ['IMAGE', 'VIDEO', 'DOCUMENT']

/**
 * Handles template calls: lists, creates, changes and deletes templates by Meta's rules. A new template stays pending until a test changes
 * its status.
 */
export const createTemplateHandlers = (double: TemplateState) => {
  let created = 0
  const withId = (template: MetaTemplate): MetaTemplate => {
    template.id ??= String(FIRST_TEMPLATE_ID + BigInt(created++))
    return template
  }

  const list = (query: URLSearchParams) => {
    const limit = Math.min(Number(query.get('limit') ?? 25), MAX_PAGE_SIZE)
    const from = Number(query.get('after') ?? 0)
    const wanted = double.templates.filter(({ status }) => status === (query.get('status') ?? status)).map(withId)
    const more = from + limit < wanted.length
    return {
      data: wanted.slice(from, from + limit),
      paging: { cursors: { after: String(from + limit) }, ...(more ? { next: 'https://elsewhere.example/never-followed' } : {}) },
    }
  }

  /** Returns Meta's subcode for an invalid template, or null if it is valid. */
  const whyNot = (parts: readonly TemplatePart[]): number | null => {
    const said = double.refuseNext
    double.refuseNext = null
    if (said !== null) return said
    const body = parts.find(({ type }) => type === 'BODY')?.text ?? ''
    if (body === '' || body.length > MAX_BODY_CHARS) return 2_388_040
    if (/^\{\{|\}\}$/.test(body.trim())) return 2_388_299
    const header = parts.find(({ type }) => type === 'HEADER')
    const [handle] = (header?.example?.['header_handle'] as string[] | undefined) ?? []
    if (MEDIA_HEADER_FORMATS.includes(header?.format ?? '') && !double.handles.has(handle ?? '')) return 2_388_273
    return null
  }

  return {
    isKnown: (id: string): boolean => double.templates.some((template) => template.id === id),
    /** `/<WABA_ID>/message_templates` */
    ofAccount: async (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => {
      const refusal = double.refusals.get('message_templates')
      if (refusal !== undefined) return sendMetaError(response, refusal)
      if (await double.cut('message_templates')) return void request.socket.destroy()
      if (request.method === 'GET') return sendMetaResponse(response, list(query))
      if (request.method === 'DELETE') {
        const isMeant = ({ id, name }: MetaTemplate) => name === query.get('name') && id === (query.get('hsm_id') ?? id)
        const left = double.templates.filter((template) => !isMeant(template))
        if (left.length === double.templates.length) return sendMetaError(response, 100)
        double.templates.splice(0, double.templates.length, ...left)
        return sendMetaResponse(response, { success: true })
      }
      const said = (await json(request)) as Omit<MetaTemplate, 'status'>
      const subcode = whyNot(said.components)
      if (subcode !== null) return sendMetaTemplateError(response, subcode)
      const template = withId({ ...said, category: said.category.toUpperCase(), status: 'PENDING' })
      double.templates.push(template)
      if (await double.cut('created')) return void request.socket.destroy()
      return sendMetaResponse(response, { id: template.id, status: template.status, category: template.category })
    },
    /** `/<TEMPLATE_ID>` */
    change: async (request: IncomingMessage, response: ServerResponse, id: string) => {
      const template = double.templates.find((one) => one.id === id)
      if (!template) return sendMetaError(response, 100)
      if (template.status === 'PENDING') return sendMetaTemplateError(response, 2_388_039)
      const said = (await json(request)) as Partial<MetaTemplate>
      const subcode = whyNot(said.components ?? [])
      if (subcode !== null) return sendMetaTemplateError(response, subcode)
      Object.assign(template, said, { status: 'PENDING', category: (said.category ?? template.category).toUpperCase() })
      if (await double.cut('changed')) return void request.socket.destroy()
      return sendMetaResponse(response, { success: true })
    },
  }
}
