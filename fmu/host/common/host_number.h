/* Numbers as text, whatever the locale says: the decimal sign is always a point. */
#ifndef HOST_NUMBER_H
#define HOST_NUMBER_H

enum { HOST_NUMBER_SIZE = 40 };

/* `digits` significant digits, as printf's %.*g */
void host_number_write(double number, int digits, char text[HOST_NUMBER_SIZE]);

/* the fewest digits that read back as the same number */
void host_number_shortest(double number, char text[HOST_NUMBER_SIZE]);

/* the whole text must be one number (blanks around it are allowed). 0, or -1 and *number
 * untouched */
int host_number_read(const char *text, double *number);

/* whether two numbers are the same, bit by bit */
int host_number_same(double a, double b);

#endif
