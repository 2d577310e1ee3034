/** Users of the demo data. */
export const ACCOUNTS = {
  staff: { phone: '11900000001', role: 'staff' },
  admin: { phone: '11900000002', role: 'admin' },
  operator: { phone: '11900000003', role: 'operator' },
  otherTenant: { phone: '21900000001', role: 'staff' },
  platform: { phone: '11900000009', role: 'staff' },
} as const

export type Who = keyof typeof ACCOUNTS

export const PASSWORD = 'Prosa@2026'
