import type { ServerResponse } from 'node:http'
import { answer, refuse } from './meta-answers.ts'

/** The costs that the double reports for an account. */

export interface MetaBill {
  currency: string
  points: readonly { start: number; end: number; pricing_type: string; pricing_category: string; volume: number; cost: number }[]
  asked: number
}

const ASKED = /pricing_analytics\.start\((\d+)\)\.end\((\d+)\)\.granularity\(DAILY\)/

export function tellBill(bill: MetaBill, query: URLSearchParams, response: ServerResponse, id: string): void {
  const [, start, end] = ASKED.exec(query.get('fields') ?? '') ?? []
  if (!start || !end) return refuse(response, 100)
  bill.asked++
  const points = bill.points.filter((point) => point.start >= Number(start) && point.end <= Number(end) + 86_400)
  return answer(response, { currency: bill.currency, pricing_analytics: { data: [{ data_points: points }] }, id })
}
