import type { DatedRate } from '@prosa/contract/entities/reports/cost'

/**
 * Unconfirmed default prices for Brazil, from third-party quotes of Meta's price list. Each organisation should replace them. Anything not
 * listed has no default price.
 */
export const SEED_RATES: readonly DatedRate[] = [
  // Messages without a template are free until October 2026.
  { subject: 'category', name: 'service', currency: 'BRL', price: 0, valid_from: '2025-07-01' },
  { subject: 'category', name: 'service', currency: 'BRL', price: 0.035, valid_from: '2026-10-01' },
  { subject: 'category', name: 'utility', currency: 'USD', price: 0.0068, valid_from: '2025-07-01' },
  { subject: 'category', name: 'utility', currency: 'BRL', price: 0.035, valid_from: '2026-10-01' },
  { subject: 'category', name: 'marketing', currency: 'USD', price: 0.0625, valid_from: '2025-07-01' },
  { subject: 'dollar', name: '', currency: 'BRL', price: 5.4, valid_from: '2025-07-01' },
  { subject: 'free_messages', name: '', currency: 'BRL', price: 1_000, valid_from: '2026-10-01' },
]
