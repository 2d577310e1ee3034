/** Users of the demo data. */
export const DEMO_USERS = {
  staff: { phone: '11900000001', role: 'staff' },
  admin: { phone: '11900000002', role: 'admin' },
  operator: { phone: '11900000003', role: 'operator' },
  otherTenant: { phone: '21900000001', role: 'staff' },
  platform: { phone: '11900000009', role: 'staff' },
} as const

export type AccountName = keyof typeof DEMO_USERS

export const DEMO_USER_PASSWORD = 'Prosa@2026'
