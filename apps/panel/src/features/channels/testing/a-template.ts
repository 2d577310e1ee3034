import type { WhatsappTemplate } from '@prosa/contract/entities/whatsapp/template'

export const aTemplate = (overrides: Partial<WhatsappTemplate> = {}): WhatsappTemplate => ({
  id: '9007199254740993',
  name: 'retomar_conversa',
  language: 'pt_BR',
  category: 'UTILITY',
  next_category: null,
  next_category_at: null,
  status: 'APPROVED',
  paused_until: null,
  reason: null,
  quality: 'GREEN',
  components: [
    {
      type: 'BODY',
      text: 'Oi {{1}}, ainda procura {{2}}?',
      example: { body_text: [['Ana', 'apartamento']] },
    },
  ],
  ...overrides,
})
