/* Threads that do the parts of a job at the same time, again and again.
 *
 * Which thread does which part is open; parts must not touch what others write. A team of one is
 * the caller alone.
 */
#ifndef HOST_TEAM_H
#define HOST_TEAM_H

struct host_team;
typedef void host_team_part(void *context, int part);

/* `threads` of them, the caller counted; as many as can be started. NULL when memory is out */
struct host_team *host_team_create(int threads);
void host_team_free(struct host_team *team);

/* all parts from 0 to n - 1; returns when they are done. team may be NULL */
void host_team_run(struct host_team *team, int n, host_team_part *work, void *context);

#endif
