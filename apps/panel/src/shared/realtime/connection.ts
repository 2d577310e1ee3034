import { create } from 'zustand'

/** Connection states of section 4 (real-time connection). */
export type ConnectionState = 'disconnected' | 'connecting' | 'connected'

interface Connection {
  readonly state: ConnectionState
  /** Whether a connection has succeeded before. If so, a lost connection is shown as an interruption. */
  readonly wasConnected: boolean
  /** Whether all attempts of a series failed. The next attempt starts when the network returns or the page becomes visible. */
  readonly hasGivenUp: boolean
}

export const useConnection = create<Connection>()(() => ({ state: 'disconnected', wasConnected: false, hasGivenUp: false }))

/** Texts about the real-time connection that the user sees (section 8 of the specification, gap G21). */
export const REALTIME_TEXTS = {
  authRejected: 'Erro de autenticação - faça login novamente',
  connectionFailed: 'Erro na conexão em tempo real',
  reconnectFailed: 'Conexão em tempo real falhou - recarregue a página',
  socketError: 'Erro na conexão WebSocket',
  setupFailed: 'Erro ao configurar conexão WebSocket',
  markReadFailed: 'Erro ao marcar conversa como lida',
} as const
