/** The demo's organisations and sign-ins. Ids are fixed, so that a web-chat address stays the same. */
export interface DemoAccount {
  tenantId: string
  name: string
  domain: string
  platform: boolean
  users: readonly DemoUser[]
}

/** What whoever starts the demo is told of it. */
export interface DemoInfo {
  accounts: readonly DemoAccount[]
  password: string
  /** The agent whose web chat the first lines invite to. */
  webchat: { agentId: string; agentName: string }
}

/** Somebody who works in a demo's organisation. */
export interface DemoUser {
  id: string
  phone: string
  name: string
  role: 'staff' | 'admin' | 'operator'
  email: string
  /** When the panel was last open. */
  seenHoursAgo: number
  /** Is switched off: has left, and the name stays. */
  hasLeft?: true
  /** Of the app of codes that is their second step. */
  totpSecret?: string
}

/** Of every demo sign-in. */
export const DEMO_PASSWORD = 'Prosa@2026'

/** Of every demo agent: its scripted leads talk all day, and nobody sits beside it. */
export const DEMO_TURNS_WITHOUT_PERSON = 200

const id = (tenant: number, kind: number, n: number) =>
  `0190d0a0-${String(tenant).padStart(4, '0')}-7000-8000-${String(kind).padStart(4, '0')}${String(n).padStart(8, '0')}`

/** The id of a demo tenant's n-th agent. */
export const demoAgentId = (tenant: number, n: number): string => id(tenant, 2, n)

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    tenantId: id(1, 0, 0),
    name: 'Aurora Imóveis',
    domain: 'aurora.local',
    platform: false,
    users: [
      { id: id(1, 1, 1), phone: '+5511900000001', name: 'Ana Souza', role: 'staff', email: 'ana@aurora.local', seenHoursAgo: 3 },
      {
        id: id(1, 1, 2),
        phone: '+5511900000002',
        name: 'Rafael Prado',
        role: 'admin',
        email: 'rafael@aurora.local',
        seenHoursAgo: 26,
      },
      {
        id: id(1, 1, 3),
        phone: '+5511900000003',
        name: 'Lívia Castro',
        role: 'operator',
        email: 'livia@aurora.local',
        seenHoursAgo: 1,
      },
      {
        id: id(1, 1, 4),
        phone: '+5511900000004',
        name: 'Diego Ramos',
        role: 'operator',
        email: 'diego@aurora.local',
        seenHoursAgo: 290,
        hasLeft: true,
      },
      // The README tells the secret, to be typed into an app.
      {
        id: id(1, 1, 5),
        phone: '+5511900000005',
        name: 'Beatriz Moura',
        role: 'admin',
        email: 'beatriz@aurora.local',
        seenHoursAgo: 5,
        totpSecret: 'PROSADEMOPROSADEMOPROSADEMO23456',
      },
    ],
  },
  {
    tenantId: id(2, 0, 0),
    name: 'Clínica Vitta',
    domain: 'vitta.local',
    platform: false,
    users: [
      {
        id: id(2, 1, 1),
        phone: '+5521900000001',
        name: 'Helena Dias',
        role: 'staff',
        email: 'helena@vitta.local',
        seenHoursAgo: 5,
      },
    ],
  },
  {
    tenantId: id(3, 0, 0),
    name: 'Prosa',
    domain: 'prosa.local',
    platform: true,
    users: [
      {
        id: id(3, 1, 1),
        phone: '+5511900000009',
        name: 'Tomás Nunes',
        role: 'staff',
        email: 'tomas@prosa.local',
        seenHoursAgo: 50,
      },
    ],
  },
]
