#include "host_table.h"

#include <stdlib.h>
#include <string.h>

#include "mech_model.h"

/* slot of the word, or the free slot where it would go */
static struct host_slot *host_table_slot(struct host_slot *slots, int capacity, const char *word)
{
	uint64_t k = mech_checksum(word, strlen(word)) % (uint64_t)capacity;
	while (slots[k].word != NULL && strcmp(slots[k].word, word) != 0) {
		k = (k + 1) % (uint64_t)capacity;
	}
	return &slots[k];
}

static int host_table_grow(struct host_table *table)
{
	int capacity = table->capacity == 0 ? 16 : 2 * table->capacity;
	struct host_slot *slots = calloc((size_t)capacity, sizeof *slots);
	if (slots == NULL) {
		return -1;
	}
	for (int k = 0; k < table->capacity; k++) {
		if (table->slots[k].word != NULL) {
			*host_table_slot(slots, capacity, table->slots[k].word) = table->slots[k];
		}
	}
	free(table->slots);
	table->slots = slots;
	table->capacity = capacity;
	return 0;
}

int host_table_add(struct host_table *table, const char *word, int number)
{
	if (2 * table->count >= table->capacity && host_table_grow(table) != 0) {
		return -1;
	}
	struct host_slot *slot = host_table_slot(table->slots, table->capacity, word);
	if (slot->word != NULL) {
		return 1;
	}
	size_t size = strlen(word) + 1;
	slot->word = malloc(size);
	if (slot->word == NULL) {
		return -1;
	}
	memcpy(slot->word, word, size);
	slot->number = number;
	table->count++;
	return 0;
}

int host_table_find(const struct host_table *table, const char *word, int absent)
{
	if (table->count == 0) {
		return absent;
	}
	const struct host_slot *slot = host_table_slot(table->slots, table->capacity, word);
	return slot->word != NULL ? slot->number : absent;
}

void host_table_free(struct host_table *table)
{
	for (int k = 0; k < table->capacity; k++) {
		free(table->slots[k].word);
	}
	free(table->slots);
	*table = (struct host_table){0};
}
