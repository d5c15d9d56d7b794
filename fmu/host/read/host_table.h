/* A table from words to numbers: open addressing, doubled when half full. Words are copied. */
#ifndef HOST_TABLE_H
#define HOST_TABLE_H

struct host_slot {
	char *word; /* NULL: free */
	int number;
};

/* all zero is an empty table */
struct host_table {
	int count, capacity;
	struct host_slot *slots;
};

/* 0; 1 if the word is there already (nothing changes); -1 if memory is out */
int host_table_add(struct host_table *table, const char *word, int number);

/* number of the word, or `absent` */
int host_table_find(const struct host_table *table, const char *word, int absent);
void host_table_free(struct host_table *table);

#endif
