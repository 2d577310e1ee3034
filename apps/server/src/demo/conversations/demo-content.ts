import { DEMO_ACCOUNTS } from '../accounts.ts'
import { createSeededRandom, createShuffledDeck } from '../seeded-random.ts'
import { AURORA_CLOSER_STORIES } from '../stories/aurora-closer.ts'
import { AURORA_POS_VENDA_STORIES } from '../stories/aurora-pos-venda.ts'
import { AURORA_SDR_STORIES } from '../stories/aurora-sdr.ts'
import { PROSA_CLOSER_STORIES, PROSA_POS_VENDA_STORIES, PROSA_SDR_STORIES } from '../stories/prosa-stories.ts'
import { VITTA_CLOSER_STORIES, VITTA_POS_VENDA_STORIES, VITTA_SDR_STORIES } from '../stories/vitta-stories.ts'
import { createDemoConversation, type DemoAgentPlan } from './create-demo-conversation.ts'
import { createPersonGenerator } from './demo-people.ts'
import type { DemoStaff, DemoTenant } from './demo-tenant.ts'
import { createLongConversation } from './long-conversation.ts'
import { parseStory } from './parse-story.ts'
import { createResolverFactory } from './placeholder-resolver.ts'

interface TenantPlan {
  readonly domain: string
  readonly areaCode?: string
  readonly agents: readonly (DemoAgentPlan & { readonly stories: readonly string[] })[]
}

const TENANT_PLANS: readonly TenantPlan[] = [
  {
    domain: 'aurora.local',
    agents: [
      {
        name: 'Clara',
        type: 'SDR',
        stories: AURORA_SDR_STORIES,
        conversationCount: 22,
        attentionIndexes: [2],
        archivedIndexes: [15],
        pausedIndexes: [4, 9],
      },
      {
        name: 'Bento',
        type: 'CLOSER',
        stories: AURORA_CLOSER_STORIES,
        conversationCount: 14,
        attentionIndexes: [1],
        archivedIndexes: [],
        pausedIndexes: [3, 6],
      },
      {
        name: 'Nina',
        type: 'POS_VENDA',
        stories: AURORA_POS_VENDA_STORIES,
        conversationCount: 12,
        attentionIndexes: [1],
        archivedIndexes: [10],
        pausedIndexes: [2],
      },
    ],
  },
  {
    domain: 'vitta.local',
    areaCode: '21',
    agents: [
      {
        name: 'Lia',
        type: 'SDR',
        stories: VITTA_SDR_STORIES,
        conversationCount: 10,
        attentionIndexes: [1],
        archivedIndexes: [8],
        pausedIndexes: [3],
      },
      {
        name: 'Caio',
        type: 'CLOSER',
        stories: VITTA_CLOSER_STORIES,
        conversationCount: 5,
        attentionIndexes: [],
        archivedIndexes: [],
        pausedIndexes: [1],
      },
      {
        name: 'Íris',
        type: 'POS_VENDA',
        stories: VITTA_POS_VENDA_STORIES,
        conversationCount: 5,
        attentionIndexes: [0],
        archivedIndexes: [4],
        pausedIndexes: [],
      },
    ],
  },
  {
    domain: 'prosa.local',
    agents: [
      {
        name: 'Duda',
        type: 'SDR',
        stories: PROSA_SDR_STORIES,
        conversationCount: 3,
        attentionIndexes: [1],
        archivedIndexes: [2],
        pausedIndexes: [],
      },
      {
        name: 'Otto',
        type: 'CLOSER',
        stories: PROSA_CLOSER_STORIES,
        conversationCount: 2,
        attentionIndexes: [],
        archivedIndexes: [],
        pausedIndexes: [],
      },
      {
        name: 'Mel',
        type: 'POS_VENDA',
        stories: PROSA_POS_VENDA_STORIES,
        conversationCount: 2,
        attentionIndexes: [],
        archivedIndexes: [],
        pausedIndexes: [],
      },
    ],
  },
]

/** Name of the agent to which new demo leads write. */
export const FIRST_AGENT_NAME = TENANT_PLANS[0]?.agents[0]?.name ?? ''

const SEED = 20_261

/** Creates the conversations of the demo. Uses a fixed random seed, so that only the dates differ between runs. */
export const createDemoContent = (now: Date): DemoTenant[] => {
  const random = createSeededRandom(SEED)
  const generatePerson = createPersonGenerator(random)
  const createResolver = createResolverFactory(random)
  return TENANT_PLANS.map(({ domain, areaCode, agents }) => {
    const staff: readonly DemoStaff[] =
      DEMO_ACCOUNTS.find((account) => account.domain === domain)?.users.filter(({ isDeactivated }) => !isDeactivated) ?? []
    return {
      domain,
      agents: agents.map((agentPlan) => {
        const nextStory = createShuffledDeck(random, agentPlan.stories.map(parseStory))
        const conversations = Array.from({ length: agentPlan.conversationCount }, (_, index) => {
          const story = nextStory()
          const person = generatePerson(story.gender, areaCode)
          return createDemoConversation({
            story,
            person,
            resolvePlaceholder: createResolver(person),
            random,
            staff,
            agentPlan,
            index,
            now,
          })
        })
        const hasLongOne = domain === 'aurora.local' && agentPlan.type === 'POS_VENDA'
        if (hasLongOne)
          conversations.push(createLongConversation({ random, createResolver, person: generatePerson('m', '11'), staff, now }))
        return { name: agentPlan.name, type: agentPlan.type, conversations }
      }),
    }
  })
}
