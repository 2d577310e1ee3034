import { getInitials } from '@prosa/contract/rules/accounts/person-name'
import { startChat } from './chat.ts'
import { openChat } from './connection/api.ts'
import { findPageParts, showNotice } from './page.ts'
import { createOutbox, getBrowserStorage } from './sending/outbox.ts'
import '@prosa/theme/base.css'
import './page.css'
import './thread/thread.css'
import './sending/composer.css'

const parts = findPageParts()
const agentId = decodeURIComponent(location.pathname.split('/').filter(Boolean)[1] ?? '')

const loadChat = async (): Promise<void> => {
  parts.page.dataset.state = 'loading'
  parts.notice.hidden = true
  const result = await openChat(agentId, 0)
  if (result.ok) {
    const { name, company } = result.data.agent
    document.title = `${name} · ${company}`
    parts.avatar.textContent = getInitials(name)
    parts.name.textContent = name
    parts.subtitle.textContent = company
    startChat(parts, agentId, createOutbox(agentId, getBrowserStorage()), result.data)
    return
  }
  parts.subtitle.textContent = ''
  if (result.failure === 'gone' || result.failure === 'refused') {
    showNotice(parts, 'missing', {
      title: 'Esta conversa não existe',
      text: 'O endereço pode estar incompleto, ou o atendimento foi encerrado. Peça um link novo a quem te enviou este.',
      action: null,
    })
    return
  }
  showNotice(parts, 'failed', {
    title: 'Não deu para abrir a conversa',
    text: 'Verifique a internet e tente outra vez. Nada do que você escreveu se perde.',
    action: { label: 'Tentar novamente', run: () => void loadChat() },
  })
}

void loadChat()
