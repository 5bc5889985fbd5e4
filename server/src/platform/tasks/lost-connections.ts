import pg from 'pg'

const { removeAllListeners } = pg.Client.prototype

/**
 * pg-boss takes every listener from a connection that it gives up. What such a connection still says, e.g. that its line
 * timed out, would end the server: from now on each keeps one that does not mind.
 */
export function hearLostConnections(): void {
  pg.Client.prototype.removeAllListeners = function (this: pg.Client, event) {
    removeAllListeners.call(this, event)
    if (event === undefined || event === 'error') this.on('error', () => {})
    return this
  }
}
