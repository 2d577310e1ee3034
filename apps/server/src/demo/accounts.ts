/** An organisation of the demo and its users. Ids are fixed, so that the URLs of the web chat stay the same. */
export interface DemoAccount {
  tenantId: string
  name: string
  domain: string
  platform: boolean
  users: readonly DemoUser[]
}

/** Sign-in data of the demo, printed when the server starts. */
export interface DemoInfo {
  accounts: readonly DemoAccount[]
  password: string
  /** Agent whose web chat URL is printed. */
  webchat: { agentId: string; agentName: string }
}

export interface DemoUser {
  id: string
  phone: string
  name: string
  role: 'staff' | 'admin' | 'operator'
  email: string
  /** Hours since the user last opened the panel. */
  lastSeenHoursAgo: number
  /** Set for a deactivated user, whose name stays visible. */
  isDeactivated?: true
  /** Secret for the authenticator app. Set only if the user has a second factor. */
  totpSecret?: string
}

export const DEMO_PASSWORD = 'Prosa@2026'

/**
 * Maximum number of agent replies in a conversation in which no user takes part. High, because scripted leads write all day and no user
 * answers.
 */
export const DEMO_TURNS_WITHOUT_PERSON = 200

const buildDemoId = (tenant: number, kind: number, n: number) =>
  `0190d0a0-${String(tenant).padStart(4, '0')}-7000-8000-${String(kind).padStart(4, '0')}${String(n).padStart(8, '0')}`

export const buildDemoAgentId = (tenant: number, n: number): string => buildDemoId(tenant, 2, n)

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    tenantId: buildDemoId(1, 0, 0),
    name: 'Aurora Imóveis',
    domain: 'aurora.local',
    platform: false,
    users: [
      {
        id: buildDemoId(1, 1, 1),
        phone: '+5511900000001',
        name: 'Ana Souza',
        role: 'staff',
        email: 'ana@aurora.local',
        lastSeenHoursAgo: 3,
      },
      {
        id: buildDemoId(1, 1, 2),
        phone: '+5511900000002',
        name: 'Rafael Prado',
        role: 'admin',
        email: 'rafael@aurora.local',
        lastSeenHoursAgo: 26,
      },
      {
        id: buildDemoId(1, 1, 3),
        phone: '+5511900000003',
        name: 'Lívia Castro',
        role: 'operator',
        email: 'livia@aurora.local',
        lastSeenHoursAgo: 1,
      },
      {
        id: buildDemoId(1, 1, 4),
        phone: '+5511900000004',
        name: 'Diego Ramos',
        role: 'operator',
        email: 'diego@aurora.local',
        lastSeenHoursAgo: 290,
        isDeactivated: true,
      },
      // The README lists this secret, so that readers can add it to an authenticator app.
      {
        id: buildDemoId(1, 1, 5),
        phone: '+5511900000005',
        name: 'Beatriz Moura',
        role: 'admin',
        email: 'beatriz@aurora.local',
        lastSeenHoursAgo: 5,
        totpSecret: 'PROSADEMOPROSADEMOPROSADEMO23456',
      },
    ],
  },
  {
    tenantId: buildDemoId(2, 0, 0),
    name: 'Clínica Vitta',
    domain: 'vitta.local',
    platform: false,
    users: [
      {
        id: buildDemoId(2, 1, 1),
        phone: '+5521900000001',
        name: 'Helena Dias',
        role: 'staff',
        email: 'helena@vitta.local',
        lastSeenHoursAgo: 5,
      },
    ],
  },
  {
    tenantId: buildDemoId(3, 0, 0),
    name: 'Prosa',
    domain: 'prosa.local',
    platform: true,
    users: [
      {
        id: buildDemoId(3, 1, 1),
        phone: '+5511900000009',
        name: 'Tomás Nunes',
        role: 'staff',
        email: 'tomas@prosa.local',
        lastSeenHoursAgo: 50,
      },
    ],
  },
]
