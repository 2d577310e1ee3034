/** What real time needs when it connects, and no page before: it comes in the two seconds between. */
export { SOCKET_AUTH_REFUSED, serverEvents } from '@prosa/contract/events'
export { io } from 'socket.io-client'
