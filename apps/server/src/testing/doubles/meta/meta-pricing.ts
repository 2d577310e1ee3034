import type { ServerResponse } from 'node:http'
import { sendMetaError, sendMetaResponse } from './meta-responses.ts'

/** The costs that the double reports for an account. */

export interface MetaPricingReport {
  currency: string
  points: readonly { start: number; end: number; pricing_type: string; pricing_category: string; volume: number; cost: number }[]
  asked: number
}

const PRICING_QUERY_PATTERN = /pricing_analytics\.start\((\d+)\)\.end\((\d+)\)\.granularity\(DAILY\)/

export function sendPricingReport(bill: MetaPricingReport, query: URLSearchParams, response: ServerResponse, id: string): void {
  const [, start, end] = PRICING_QUERY_PATTERN.exec(query.get('fields') ?? '') ?? []
  if (!start || !end) return sendMetaError(response, 100)
  bill.asked++
  const points = bill.points.filter((point) => point.start >= Number(start) && point.end <= Number(end) + 86_400)
  return sendMetaResponse(response, { currency: bill.currency, pricing_analytics: { data: [{ data_points: points }] }, id })
}
